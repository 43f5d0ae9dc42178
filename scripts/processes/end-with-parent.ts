// Preloaded into every process that a script starts: when its parent is killed, it receives SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
