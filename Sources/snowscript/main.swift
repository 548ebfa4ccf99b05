// The `snowscript` command. Everything it does stands in `Program`, where tests reach it.

StandardStream.reportClosedPipesAsErrors()
Program.run(ProcessArguments.all).endProcess()
