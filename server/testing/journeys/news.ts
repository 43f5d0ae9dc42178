import { expect } from 'vitest';
import { coloursMailedByDefault } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Turn } from './journey.ts';
import { wantsAll, wantsDefaults } from './stage.ts';
import type { Chapter, Flip } from './teller.ts';

const statuses = { ok: 0, warning: 1, alert: 2 } as const;
const colours = { ok: 'GREEN', warning: 'AMBER', alert: 'RED' } as const;
const labels: Readonly<Record<Colour, string>> = { GREEN: 'Improvement', AMBER: 'Warning', RED: 'Alert' };

export const statusOf = ({ becomes }: Turn): number => statuses[becomes];

export const flipsOn = ({ flips }: Chapter, productId: string): readonly Flip[] =>
  flips.filter((flip) => flip.productId === productId);

export const itemIn = ({ items }: Chapter, type: string, productId: string) =>
  items.find((one) => one.type === type && one.productId === productId);

/** The result of a chapter for one kind and product, and the mails about it. */
export function newsIn(chapter: Chapter, type: string, productId: string) {
  const flips = flipsOn(chapter, productId);
  const flip = flips.find((one) => one.type === type);
  const item = itemIn(chapter, type, productId);
  return {
    kinds: flips.map((one) => one.type).toSorted(),
    message: flip?.message,
    item: item && { status: item.status, issueStatus: item.issueStatus, message: item.message },
    mails: chapter.mails
      .filter(({ text }) => text.split('\n').includes(flip?.message ?? '') && text.endsWith(`/home#pdet-${productId}`))
      .map(({ to, label, headline }) => ({ to, label, headline }))
      .toSorted((a, b) => (a.to < b.to ? -1 : 1)),
  };
}

/**
 * The result that a journey expects: news of these kinds only, this message, and a mail to each address that receives
 * alerts of this colour.
 */
export function newsOf(type: string, turn: Turn): ReturnType<typeof newsIn> {
  const message: unknown = expect.stringMatching(turn.says);
  return {
    kinds: [type, ...(turn.alongside ?? [])].toSorted(),
    message: message as string,
    item: {
      status: statusOf(turn),
      issueStatus: 0,
      // An ok item has no message any more after the next check.
      message: turn.becomes === 'ok' ? (expect.toSatisfy(() => true) as string) : (message as string),
    },
    mails: turn.isNotMailed ? [] : mailsOf(type, colours[turn.becomes]),
  };
}

function mailsOf(type: string, colour: Colour): ReturnType<typeof newsIn>['mails'] {
  const watchdog = watchdogOf(type);
  if (!watchdog?.colours.includes(colour)) return [];
  const isDefault = coloursMailedByDefault(watchdog).includes(colour);
  const headline = colour === 'GREEN' ? watchdog.title : watchdog.headline;
  return [wantsAll, ...(isDefault ? [wantsDefaults] : [])].map((to) => ({ to, label: labels[colour], headline }));
}
