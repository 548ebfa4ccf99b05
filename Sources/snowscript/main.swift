import SnowHost

print("snowscript")
