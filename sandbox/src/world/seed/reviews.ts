import { dayMs } from '@app/shared/base/time.ts';
import type { Random } from '../random.ts';
import { starsShowing, type Review, type StarCounts } from '../model/reviews.ts';

type Words = readonly [title: string, body: string];

/** Review texts by stars; `{}` is replaced by a noun for the product. */
const words: Readonly<Record<number, readonly Words[]>> = {
  5: [
    ['Better than I expected', 'We use this {} every day and it still looks new after half a year. Would buy again.'],
    ['Exactly as described', 'Arrived quickly and well packed. The {} feels solid and does what it says.'],
    ['A lovely gift', 'Bought the {} for my sister and she asked where she could get a second one.'],
    ['Great value', 'I compared several and this {} was the best of them for the money. No regrets.'],
    ['Well made', 'Clean edges, good weight, nothing wobbles. A {} that will last.'],
  ],
  4: [
    ['Very good, small flaw', 'The {} is great, only the colour is a little darker than in the pictures.'],
    ['Does the job', 'Solid {}. One star off because the box was dented when it arrived.'],
    ['Nearly perfect', 'I like this {} a lot. It is slightly larger than I thought, so measure first.'],
  ],
  3: [
    ['Okay for the price', 'The {} works, but the finish could be better. I have seen nicer ones.'],
    ['Mixed feelings', 'Good looking {}, but after a month it shows the first scratches.'],
  ],
  2: [
    ['Not what I hoped for', 'The {} feels lighter than it looks and the lid does not close well.'],
    ['Disappointed', 'Second {} of this kind I have bought; the quality has gone down.'],
  ],
  1: [
    ['Broke after two weeks', 'The {} cracked during normal use. I would not buy it again.'],
    ['Arrived damaged', 'The {} was broken in the box and there was hardly any padding around it.'],
    ['Not as pictured', 'The {} that came is not the one in the pictures. Sent it back.'],
  ],
};

const names = ['Alex', 'Bea', 'Chris', 'Dana', 'Emil', 'Farah', 'Gita', 'Hugo', 'Ines', 'Jonas', 'Kavya', 'Lena'];

interface ReviewInput {
  readonly rating: number;
  readonly noun: string;
  readonly date: Date;
}

/** Generates a review with plausible texts. */
export function writeReview({ rating, noun, date }: ReviewInput, random: Random): Review {
  const [title, body] = random.pick(words[rating] ?? []);
  return {
    id: `R${random.code(13)}`,
    rating,
    title,
    body: body.replaceAll('{}', noun),
    author: `${random.pick(names)} ${random.code(1)}.`,
    date,
    isVerified: random.chance(0.9),
  };
}

const rareBadShare = 0.008;
const usualBadShare = 0.4;

/** Generates six to twelve reviews per page, with very few bad ones among the first ten. */
export function seedReviews(noun: string, now: Date, random: Random): Review[] {
  const count = random.int(6, 12);
  return Array.from({ length: count }, (_, place) => {
    const luck = random.next();
    const kind = random.chance(0.7) ? 5 : 4;
    const isBad = luck < (place < 4 ? 0 : place < 10 ? rareBadShare : usualBadShare);
    const rating = isBad ? random.int(1, 3) : kind;
    const date = new Date(now.getTime() - random.int(9 * dayMs, 400 * dayMs));
    return writeReview({ rating, noun, date }, random);
  });
}

export const seedStars = (random: Random): StarCounts => starsShowing(random.int(38, 48), random.int(24, 5200));
