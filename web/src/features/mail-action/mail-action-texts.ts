import type { MailLink, MailLinkPurpose, MailScope } from '@app/shared/contract/mail-links.ts';
import { muteEndText } from '../../world/moment-text.ts';

/** The texts before and after the page's button is pressed. */
interface ActionTexts {
  readonly title: string;
  readonly what: string;
  /** The name of the button; null if there is nothing to do. */
  readonly button: string | null;
  readonly done: string;
  readonly after: string;
}

const issueOf = ({ headline, productName, marketplace }: MailLink): string =>
  `${headline}: ${productName}, ${marketplace}.`;

const ofScope: Readonly<Record<MailScope, (email: string) => Pick<ActionTexts, 'title' | 'what' | 'after'>>> = {
  alerts: (email) => ({
    title: 'Unsubscribe from alerts?',
    what: `${email} gets no more alerts, neither by mail nor in the browser. The daily digest is not changed.`,
    after: `${email} gets no more alerts. The daily digest is not changed.`,
  }),
  digest: (email) => ({
    title: 'Unsubscribe from the daily digest?',
    what: `${email} gets no daily digest any more. Alerts are not changed.`,
    after: `${email} gets no daily digest any more. Alerts are not changed.`,
  }),
  newsletter: (email) => ({
    title: 'Unsubscribe from product updates?',
    what: `${email} gets no product updates any more. Alerts and the daily digest are not changed.`,
    after: `${email} gets no product updates any more.`,
  }),
};

const mutedLonger = 'This is muted for longer already';

const texts: Readonly<Record<MailLinkPurpose, (link: MailLink, now: number) => ActionTexts>> = {
  mute(link, now) {
    const end = link.mutedUntil === null ? '' : ` It is muted until ${muteEndText(Date.parse(link.mutedUntil), now)}.`;
    const after = `${issueOf(link)}${end}`;
    if (link.isMutedLonger) return { title: mutedLonger, what: after, button: null, done: mutedLonger, after };
    return {
      title: 'Mute this for 24 hours?',
      what: `${issueOf(link)} Nobody in your account is told of it until then; afterwards it speaks again.`,
      button: 'Mute for 24 hours',
      done: 'Muted for 24 hours',
      after,
    };
  },
  done: (link) => ({
    title: 'Mark this as done?',
    what: `${issueOf(link)} It leaves the open issues of everybody in your account.`,
    button: 'Mark done',
    done: 'Marked as done',
    after: `${issueOf(link)} Should it happen again, you are told.`,
  }),
  fewer: ({ email, headline, level }) => ({
    title: 'Fewer like this?',
    what: `${email} is not told of this any more: “${headline}”, level ${level}. It still shows on the dashboard and in the daily digest.`,
    button: 'Turn off',
    done: 'Turned off',
    after: `${email} is not told of “${headline}”, level ${level}, any more.`,
  }),
  unsubscribe: ({ email, scope }) => ({
    ...ofScope[scope ?? 'alerts'](email),
    button: 'Unsubscribe',
    done: 'Unsubscribed',
  }),
};

export const textsOf = (link: MailLink, now: number): ActionTexts => texts[link.purpose](link, now);
