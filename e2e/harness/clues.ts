import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { TestHouse } from './house.ts';

interface Failure {
  readonly page: Page;
  readonly house: TestHouse;
  /** The start of the test in ms. */
  readonly since: number;
}

const mostLines = 40;

/** The page and the warnings in the logs, for a journey that fails where nobody can look at either. */
export async function cluesOf({ page, house, since }: Failure): Promise<string> {
  const messages = await page
    .locator('[role=alert], [role=status], dialog[open]')
    .allInnerTexts()
    .catch(() => []);
  return [
    `Page: ${page.url()}`,
    ...messages.filter((text) => text.trim() !== '').map((text) => `Message: ${text.replaceAll(/\s+/g, ' ')}`),
    ...(await contentOf(page)).map((line) => `Content: ${line}`),
    ...warningsOf(house, since).map((line) => `Log: ${line}`),
  ].join('\n');
}

/** The main part of the page, as a screen reader has it. */
async function contentOf(page: Page): Promise<string[]> {
  const content = await page
    .locator('main')
    .first()
    .ariaSnapshot({ timeout: 5000 })
    .catch(() => '');
  return content.split('\n').slice(0, mostLines);
}

function warningsOf({ logFolder }: TestHouse, since: number): string[] {
  if (logFolder === undefined) return [];
  return readdirSync(logFolder)
    .flatMap((file) => readFileSync(join(logFolder, file), 'utf8').split('\n'))
    .filter((line) => isWarningSince(line, since))
    .slice(-mostLines);
}

function isWarningSince(line: string, since: number): boolean {
  const [, time = '0'] = /^\{"level":"(?:warn|error|fatal)","time":(\d+)/.exec(line) ?? [];
  return Number(time) >= since;
}
