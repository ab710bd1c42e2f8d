@rem npm runs scripts by cmd.exe on Windows, which has no exec. This one runs the program as a child.
@%*
