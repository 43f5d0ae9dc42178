import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1000;

/**
 * Calls back when the npm that started us is gone. npm puts a shell between itself and us that does not pass on what
 * ends it, and a killed npm leaves that shell waiting, so both are watched. Started without npm we may outlive our
 * parent on purpose (`nohup`).
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
    // The second field may hold anything in its parentheses; the fourth is the parent.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
  } catch {
    return undefined;
  }
}
