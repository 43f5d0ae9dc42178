import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1000;

/**
 * Calls back when the npm process that started us has ended. npm starts us through a shell that does not forward
 * signals, and that keeps waiting when npm is killed, so both are watched. Without npm we may outlive our parent on
 * purpose (`nohup`).
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
    // The second field may contain any characters in its parentheses; the fourth one is the parent's pid.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
