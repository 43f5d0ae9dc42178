import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface SystemUser {
  uid: number;
  gid: number;
}

const NAME = 'postgres';

const execute = promisify(execFile);

/**
 * The user that runs PostgreSQL when root starts it, because PostgreSQL refuses to run as root; `null` for other
 * users.
 */
export async function postgresUser(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) {
    return null;
  }
  return (await findUser()) ?? (await createUser());
}

async function findUser(): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((of) => execute('id', [of, NAME])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return null;
  }
}

async function createUser(): Promise<SystemUser> {
  let reason = '';
  try {
    await execute('groupadd', ['--system', '--force', NAME]);
    await execute('useradd', ['--system', '--gid', NAME, NAME]);
  } catch (error) {
    reason = String(error);
  }
  // A concurrent start may have created the user, which makes our attempt fail.
  const user = await findUser();
  if (user === null) {
    throw new Error(`started by root, PostgreSQL runs as the user ${NAME}, who could not be created: ${reason}`);
  }
  return user;
}
