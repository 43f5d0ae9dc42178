import type { LocalClock } from '@app/shared/domain/local-clock.ts';
import type { LoadedPictures } from '../../../../lib/mail/inline-pictures.ts';
import type { Brief } from './digest-brief.ts';
import type { Improvement } from './digest-flip-queries.ts';
import type { MailLinks } from '../mail-links.ts';

export interface DigestMailOptions {
  readonly brief: Brief;
  /** Better since the last digest. */
  readonly improvements: readonly Improvement[];
  /** Items that were well for a while and are wrong again since. */
  readonly comebacks: ReadonlySet<string>;
  readonly solved: number;
  readonly since: Date;
  readonly now: Date;
  readonly localDay: string;
  readonly reader: { readonly email: string; readonly clock: LocalClock; readonly hour: number };
  readonly links: MailLinks;
  readonly publicUrl: string;
  readonly pictures: LoadedPictures;
}
