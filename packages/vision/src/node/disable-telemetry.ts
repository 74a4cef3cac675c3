// Import for its side effect, on the main thread: a worker thread only has a copy of the environment, which native
// code does not see.
//
// The published builds of ONNX Runtime send usage data to Microsoft unless this variable is set before the first
// session opens. To describe the process, they also match its command line with a regular expression that recurses once
// per character, so a command line of about 20 kB, such as `kutu diagnose` with 400 photos, overflowed the stack.
process.env.ORT_DISABLE_TELEMETRY = '1'
