import { expect, test } from 'vitest';
import { feedback, feedbackEntry } from '../../../testing/fact-builders.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import badSellerFeedback from './bad-seller-feedback.ts';

const onDay = (day: number): Date => new Date(someInstant.getTime() + day * 86_400_000);
const old = feedbackEntry('111-1', { rating: 2 });
const late = feedbackEntry('222-2', { rating: 1, comment: 'Came late, and broken.' });
const neutral = feedbackEntry('333-3', { rating: 3 });
const good = feedbackEntry('444-4', { rating: 4 });
const given = (day: number, ...entries: Parameters<typeof feedback>): Look => ({
  now: { feedback: feedback(...entries) },
  at: onDay(day),
});
/** A look at the end of a window, without a feedback report. */
const timeOut = (day: number): Look => ({ now: {}, at: onDay(day), seenAt: null });

verdicts(badSellerFeedback, [
  ['takes what is there at first as its baseline', given(0, old), 'ok'],
  ['is ok without any feedback', given(0), 'ok'],
  ['alerts at a new feedback of one star', [given(0, old), given(1, late, old)], 'alert'],
  ['alerts at a new feedback of three stars', [given(0), given(1, neutral)], 'alert'],
  ['is ok with four stars', [given(0), given(1, good)], 'ok'],
  ['stays an alert for 7 days', [given(0), given(1, late), given(7, late)], 'alert'],
  ['falls back to ok when the 7 days have passed', [given(0), given(1, late), given(8, late)], 'ok'],
  ['and does not tell it again', [given(0), given(1, late), given(8, late), given(9, late)], 'ok'],
  ['stays an alert for 7 days, though no report comes any more', [given(0), given(1, late), timeOut(7)], 'alert'],
  ['is ok when they have passed, though no report comes any more', [given(0), given(1, late), timeOut(8)], 'ok'],
  ['is ok when the feedback is taken back', [given(0), given(1, late), given(2)], 'ok'],
  [
    'alerts when a feedback is changed to fewer stars',
    [given(0, neutral), given(1, { ...neutral, rating: 1 })],
    'alert',
  ],
]);

test('another feedback on an open alert is a new subject', () => {
  const [, one, two] = judgeInTurn(badSellerFeedback, [given(0), given(1, late), given(2, neutral, late)]);

  expect(two?.about).not.toBe(one?.about);
  expect(two?.text).toBe('2 buyers gave you three stars or fewer');
});

test('one feedback is quoted', () => {
  expect(judgeInTurn(badSellerFeedback, [given(0), given(1, late)]).at(-1)?.text).toBe(
    'A buyer gave you 1 star: Came late, and broken',
  );
});

test('a feedback whose comment has no words is told without it', () => {
  const shout = { ...late, comment: '!!!' };

  expect(judgeInTurn(badSellerFeedback, [given(0), given(1, shout)]).at(-1)).toMatchObject({
    text: 'A buyer gave you 1 star',
    evidence: [{ value: '1 star' }],
  });
});

test('another feedback beside one that was told is news, and one that is left is not', () => {
  const judgements = judgeInTurn(badSellerFeedback, [
    given(0),
    given(1, late),
    given(2, neutral, late),
    given(3, late),
  ]);

  expect(judgements.map((judgement) => judgement?.isFewer)).toEqual([undefined, false, false, true]);
});

test('without a report, the feedback whose 7 days have not passed stays', () => {
  const judgements = judgeInTurn(badSellerFeedback, [given(0), given(1, late), given(3, neutral, late), timeOut(8)]);

  expect(judgements.at(-1)).toMatchObject({
    verdict: 'alert',
    text: '1 buyer gave you three stars or fewer',
    isFewer: true,
    againAt: onDay(10),
  });
});

test('two feedbacks are judged again when the 7 days of the first have passed', () => {
  const [, , both] = judgeInTurn(badSellerFeedback, [given(0), given(1, late), given(3, neutral, late)]);

  expect(both?.againAt).toEqual(onDay(8));
});
