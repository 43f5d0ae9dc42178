import { areTexts } from '@app/shared/base/word-diff.ts';
import { pictureBefore } from '@app/shared/watchdogs/kind-parts/picture-evidence.ts';
import type { WorldItem } from '@app/shared/contract/world.ts';

type Details = WorldItem['statusDetails'];

export interface Change {
  /** The name of the changed value when there are several; `null` when there is one. */
  readonly label: string | null;
  readonly from: string | null;
  readonly to: string;
  /** Whether both values are texts, which are compared word by word. */
  readonly areTexts: boolean;
}

interface IssueChange {
  readonly changes: readonly Change[];
  /** The address of the picture that is missing now. */
  readonly pictureBefore: string | null;
  /** The evidence that neither the changes nor the picture show. */
  readonly evidence: Details['evidence'];
}

/** Splits an item's details into the changes and the remaining evidence. */
export function issueChange({ from, to, evidence }: Details): IssueChange {
  const picture = evidence.find(({ label, value }) => label === pictureBefore && URL.canParse(value));
  const lines = evidence.filter((line) => line !== picture);
  const shown = { pictureBefore: picture?.value ?? null };
  if (to !== null) {
    const whole = `${from} → ${to}`;
    return { ...shown, changes: [changeOf(null, from, to)], evidence: lines.filter(({ value }) => value !== whole) };
  }
  const changes = lines.flatMap(({ label, value }) => {
    const [before, now, ...others] = value.split(' → ');
    return before !== undefined && now !== undefined && others.length === 0 ? [changeOf(label, before, now)] : [];
  });
  const labels = new Set(changes.map(({ label }) => label));
  return { ...shown, changes, evidence: lines.filter(({ label }) => !labels.has(label)) };
}

const changeOf = (label: string | null, from: string | null, to: string): Change => ({
  label,
  from,
  to,
  areTexts: from !== null && areTexts(from, to),
});
