import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { groupStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { TriageProvider } from '../triage/Triage.tsx';
import { Keywords } from './Keywords.tsx';

interface Given extends Pick<WorldItem, 'status'>, Partial<Pick<WorldItem, 'issueStatus' | 'muted' | 'mutedUntil'>> {
  readonly isStale?: boolean;
  /** Why the kind does not watch. */
  readonly message?: string;
  /** The state of the kind. */
  readonly kind?: number;
}

/** The keywords of a product that has one. */
function markupOf({ isStale = false, message, kind = groupStatus.on, ...state }: Given): string {
  const settings: WorldItem['settings'] = { keyword: 'cast iron pan', absoluteThreshold: 10 };
  const item = buildItem({ watchDogId: 'keyword-1-7', productId: '1', settings, ...state });
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TriageProvider>
        <Keywords
          product={buildProduct({ productId: '1' })}
          watchDogs={{ keyword: buildGroup([item], { message: message ?? null, status: kind }) }}
          isStale={isStale}
        />
      </TriageProvider>
    </QueryClientProvider>,
  );
}

const signOf = (given: Given): string | undefined => /class="sign--(\w+)"/.exec(markupOf(given))?.[1];

test.each([
  ['of a stale marketplace is not called fine', { status: itemStatus.ok, isStale: true }, 'stale'],
  ['that ranks well is fine', { status: itemStatus.ok }, 'ok'],
  ['with an alert keeps it while its marketplace is stale', { status: itemStatus.alert, isStale: true }, 'alert'],
  ['that was just added is starting', { status: itemStatus.initializing }, 'starting'],
  ['that nobody can look up does not start', { status: itemStatus.initializing, message: 'No provider' }, 'stale'],
])('a keyword %s', (_case, given, sign) => {
  expect(signOf(given)).toBe(sign);
});

test('a keyword that is no open issue shows its status or mute, with the actions; an open one has them above', () => {
  const done = markupOf({ status: itemStatus.alert, issueStatus: 3 });
  expect(done).toMatch(/aria-label="Status Done, set New: [^"]*, cast iron pan, /);
  expect(done).toMatch(/aria-label="Reopen: /);
  const muted = markupOf({ status: itemStatus.alert, muted: true, mutedUntil: null });
  expect(muted).toContain('Muted until');
  expect(muted).toMatch(/aria-label="Unmute: /);
  expect(markupOf({ status: itemStatus.ok })).toMatch(/aria-label="Mute: /);
  expect(markupOf({ status: itemStatus.alert })).not.toMatch(/aria-label="(?:Mute|Status|Reopen|Any status)/);
});

test('the keywords are marked as a preview while their kind is one, because they are counted nowhere', () => {
  expect(markupOf({ status: itemStatus.alert, kind: groupStatus.preview })).toMatch(/Keywords.*\[preview\].*1 of 8/);
  expect(markupOf({ status: itemStatus.alert })).not.toContain('[preview]');
});
