// The `snowscript` command. Everything it does stands in `Program`, where tests reach it.

StandardStream.reportClosedPipesAsErrors()
QuitSignal.endsProgram()
Program.run(ProcessArguments.all).endProcess()
