import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryFolder, removeMemoryFolder } from './memory-folder.ts';

function parentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function giveMemory(bytes: number): void {
  const spy = vi.spyOn(process, 'availableMemory').mockReturnValue(bytes);
  onTestFinished(() => spy.mockRestore());
}

test('a run creates its folder and removes only what ended runs have left', () => {
  giveMemory(64 * 1024 ** 3);
  const parent = parentFolder();
  const ended = spawnSync(process.execPath, ['--version']).pid;
  for (const name of [`watchpost-test-${ended}`, `watchpost-test-${process.ppid}`, 'other']) {
    mkdirSync(join(parent, name, 'files'), { recursive: true });
  }

  const folder = createMemoryFolder(parent) ?? '';

  const kept = [`watchpost-test-${process.ppid}`, 'other'];
  expect(readdirSync(parent).toSorted()).toEqual([`watchpost-test-${process.pid}`, ...kept].toSorted());
  removeMemoryFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test('there is no folder without a place in memory, or with little memory', () => {
  giveMemory(64 * 1024 ** 3);
  expect(createMemoryFolder(join(parentFolder(), 'absent'))).toBeNull();
  giveMemory(1024 ** 3);
  expect(createMemoryFolder(parentFolder())).toBeNull();
});
