import type { auditTrail } from '@app/shared/contract/accounts.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';

export type AuditEvent = Reply<typeof auditTrail>['events'][number];

/**
 * The sentence for each action, with `{}` for its subject. Actions that people mostly do to themselves have a second
 * form for that.
 */
const sentences: Readonly<Record<string, string | readonly [toOthers: string, toOneself: string]>> = {
  'user added': 'added {} as a user',
  'recipient made a user': 'let {} log in',
  'user invited again': 'invited {} again',
  'user deleted': 'deactivated the user {}',
  'invitation accepted': ['accepted the invitation of {}', 'accepted the invitation'],
  'address added': 'added the address {}',
  'address deleted': 'removed the address {}',
  'address changed': ['changed the address {}', 'changed their own address'],
  'name changed': ['changed the name of {}', 'changed their own name'],
  'access changed': 'changed what {} may see',
  'alerts changed': ['changed the alerts of {}', 'changed their own alerts'],
  'preferences changed': ['changed the preferences of {}', 'changed their own preferences'],
  'alert delivery changed': 'changed how alerts are delivered',
  'seller account renamed': 'renamed {}',
  'password changed': ['changed the password of {}', 'changed their own password'],
  'password reset': ['chose a new password for {}', 'chose a new password by a link'],
  'set-up removed': 'verified the address by a new password, which removed what was set up before',
  'logged in': 'logged in',
  'log-in refused': 'tried to log in as {} with a wrong password',
  'log-in throttled': 'tried to log in as {} too often, and was kept out for a while',
  'password refused': 'gave a wrong password in a session of {}',
  'password throttled': 'gave a wrong password in a session of {} too often, and was kept out for a while',
  'second step refused': 'knew the password of {} and gave a wrong second step',
  'second step throttled': 'gave a wrong second step of {} too often, and was kept out for a while',
  'new password asked for': 'asked for a link to choose a new password for {}',
  'new password throttled': 'asked too often for a link to choose a new password for {}',
  'session ended': ['logged {} out of a browser', 'logged out of another browser'],
  'other sessions ended': ['logged {} out everywhere else', 'logged out everywhere else'],
  'address confirmed': ['verified the address {}', 'verified their own address'],
  'address stopped': 'stopped sending to {}',
  'recovery codes renewed': 'had new recovery codes made',
  'authenticator app added': 'added an authenticator app',
  'authenticator app removed': 'removed an authenticator app',
  'passkey added': 'added a passkey',
  'passkey removed': 'removed a passkey',
  'access ended': 'ended all sessions, links and tokens of {}',
  'second step required': 'made the second step at log-in a duty for everybody',
  'second step no longer required': 'made the second step at log-in a choice again',
  'second step taken away': 'took the second step at log-in of {} away',
  'seller account connected': 'connected the seller account {}',
  'seller account authorized again': 'authorized the seller account {} again',
  'seller account deleted': 'deleted the seller account {}',
  'connection made': 'connected {}',
  'connection made again': 'connected {} again',
  'connection ended': 'disconnected {}',
  'authorization given': 'gave {} access to the account',
  'authorization revoked': 'revoked the authorization of {}',
  'hook subscribed': 'had {} subscribed by a program',
  'hook ended': 'ended {}',
  'access token created': 'created the access token {}',
  'access token revoked': 'revoked the access token {}',
  'all data downloaded': 'downloaded all data of the account',
  'deletion of the account planned': 'asked for the deletion of the account {}',
  'deletion of the account taken back': 'took the deletion of the account {} back',
  'tool called': 'asked {} by an assistant',
  'watchdog settings changed': 'changed the settings of {}',
  'thresholds changed': 'changed the thresholds of {}',
  'default thresholds changed': 'changed the default thresholds of {}',
  'product settings changed': 'changed which products are tracked',
  'spreadsheet imported': 'imported the spreadsheet of {}',
  'channel added': 'added the channel {}',
  'channel changed': 'changed the channel {}',
  'channel secret changed': 'had a new signing secret made for {}',
  'channel removed': 'removed the channel {}',
  'channel stopped': 'stopped sending to the channel {}',
  'item muted': 'muted {} from a mail',
  'item marked done': 'marked {} as done from a mail',
  unsubscribed: ['unsubscribed {} by a mail', 'unsubscribed by a mail'],
  // Actions of the operator.
  announced: 'announced “{}”',
  'announcement taken away': 'took the announcement away',
  'watchdogs locked': 'locked {}, which the plan does not include',
  'watchdogs unlocked': 'unlocked {}',
  'watchdogs turned on': 'turned {} on',
  'watchdogs tried out': 'made {} a preview: shown, and told to nobody',
  'watchdogs hidden': 'hid {}',
  'account looked at': 'looked at this account',
  'set-aside work tried again': 'had {} tried again, which had failed',
  'set-aside work dropped': 'dropped {}, which had failed',
};

/** The names of the actors that are not users. */
const actors: Readonly<Record<string, string>> = {
  operator: 'The operator of Watchpost',
  watchpost: 'Watchpost',
  somebody: 'Somebody',
};

/** "owner@acme.example changed what ann@acme.example may see" */
export function auditSentence({ actor, action, subject }: Pick<AuditEvent, 'actor' | 'action' | 'subject'>): string {
  const who = actors[actor] ?? actor;
  const sentence = sentences[action];
  // An action without a sentence, such as one of a newer server, is shown by its name.
  if (sentence === undefined) return `${who}: ${action}${subject === '' ? '' : `, ${subject}`}`;
  const isOwn = subject === actor && typeof sentence !== 'string';
  const words = typeof sentence === 'string' ? sentence : sentence[isOwn ? 1 : 0];
  return `${who} ${words.replace('{}', () => subject)}`;
}
