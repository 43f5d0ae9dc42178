import type { LocalClock } from '@app/shared/domain/clock/local-clock.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import type { NewsIncident } from '@app/shared/world/incident-text.ts';
import type { IssueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { LoadedPictures } from '../../../../lib/mail/inline-pictures.ts';
import type { Mail } from '../../../../lib/mail/mailer.ts';
import type { MailLinks } from '../mail-links.ts';

/** One flip, with the fields that a mail shows. */
export interface AlertNews {
  readonly type: string;
  readonly colour: Colour;
  readonly at: Date;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: readonly { readonly label: string; readonly value: string }[];
  readonly itemId: string;
  readonly revision: number;
  readonly productId: string;
  readonly productName: string;
  /** The search phrase, if the item is a keyword. */
  readonly keyword?: string | null;
  readonly asin: string;
  readonly marketplace: string;
  readonly sellerAccountName: string;
  readonly imageUrl: string | null;
  /** The money at risk per day while the item has the status of the flip; `null` if it is unknown or the item is ok. */
  readonly risk: IssueRisk | null;
  readonly incident: NewsIncident | null;
  /** "Because the listing is suspended"; `null` if no other issue of the product is related to it. */
  readonly relation: string | null;
  /** An alert or warning that was solved or marked done before the mail was composed. */
  readonly isOver: boolean;
}

export interface Reader {
  readonly email: string;
  readonly clock: LocalClock;
  readonly alertSubject: 'SIMPLE' | 'DETAILED';
  /** Whether the address collects alerts for a while and gets one mail with all of them. */
  readonly isCollected: boolean;
}

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: NonNullable<Mail['attachments']>;
}

export interface AlertMailOptions {
  readonly reader: Reader;
  readonly links: MailLinks;
  readonly publicUrl: string;
  readonly news: readonly AlertNews[];
  readonly pictures: LoadedPictures;
}
