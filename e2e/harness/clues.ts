import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { TestHouse } from './house.ts';

interface Failure {
  readonly page: Page;
  readonly house: TestHouse;
  /** The start of the test in milliseconds since 1970. */
  readonly since: number;
}

const mostLines = 40;

/**
 * Returns what the page shows and the warnings in the logs, for the report of a failed test: its page and logs are gone
 * by then.
 */
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

/** Returns the lines of the accessibility tree of the page's main part. */
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
