import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1000;

/**
 * Calls back when the npm process that started this one has ended. npm starts us through a shell that does not forward
 * signals and keeps waiting when npm is killed, so both the shell and npm are watched. Without npm this process may
 * outlive its parent on purpose (`nohup`).
 */
export function whenOrphaned(callback) {
  if (process.env.npm_lifecycle_event === undefined) {
    return;
  }
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() !== before) {
      clearInterval(timer);
      callback();
    }
  }, LOOK_EVERY_MS);
  timer.unref();
}

function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

function parentOf(pid) {
  try {
    // In /proc/PID/stat the second field may contain any characters in its parentheses; the fourth field is the
    // parent's pid.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
