import type { LocalClock } from '@app/shared/domain/clock/local-clock.ts';
import type { LoadedPictures } from '../../../../lib/mail/inline-pictures.ts';
import type { Brief } from './digest-brief.ts';
import type { Improvement } from './digest-flip-queries.ts';
import type { MailLinks } from '../mail-links.ts';

/** The changes since the last digest. */
export interface DigestNews {
  readonly improvements: readonly Improvement[];
  /** Ids of items that were ok for a while and have their issue again. */
  readonly comebacks: ReadonlySet<string>;
  /** The number of issues that have ended. */
  readonly solved: number;
}

export interface DigestMailOptions extends DigestNews {
  readonly brief: Brief;
  readonly since: Date;
  readonly now: Date;
  readonly localDay: string;
  readonly reader: { readonly email: string; readonly clock: LocalClock; readonly hour: number };
  readonly links: MailLinks;
  readonly publicUrl: string;
  readonly pictures: LoadedPictures;
}
