// Preloaded into every process that a script starts: the process sends itself SIGTERM when its parent is killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
