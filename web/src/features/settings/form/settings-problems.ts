import { isEmail, isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { AddressDraft, Draft, SettingsForm } from './form-model.ts';

export interface Problems {
  /** Address → the problem of its e-mail. */
  readonly emails: Readonly<Record<string, string>>;
  /** Seller account → the problem of its nickname. */
  readonly nicknames: Readonly<Record<string, string>>;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly batchingHours?: string;
}

const invalidEmail = 'Please enter a valid e-mail address';
const listedEmail = 'This e-mail address is in the list already';

/** The problems of the form by section 5; it cannot be saved while there are any. */
export function problemsOf({ draft, settings }: SettingsForm): Problems {
  const { account } = draft;
  return {
    emails: emailProblems(draft),
    nicknames: nicknameProblems(draft),
    // The names are checked for the owner only, because other users' names are not part of this form.
    ...(settings.isOwner && nameProblem('firstName', account.firstName, 'first')),
    ...(settings.isOwner && nameProblem('lastName', account.lastName, 'last')),
    // The field of the batching hours is shown only while alerts are collected.
    ...(settings.isOwner &&
      !account.instantAlert &&
      !areHours(account.batchingHours) && { batchingHours: 'Please enter a number of hours from 1 to 24' }),
  };
}

/** Whether the text is a number of hours for which alerts can be collected. */
export function areHours(typed: string): boolean {
  const hours = Number(typed);
  return /^\d+$/.test(typed.trim()) && hours >= 1 && hours <= 24;
}

export const isValid = ({ emails, nicknames, ...others }: Problems): boolean =>
  [emails, nicknames, others].every((problems) => Object.keys(problems).length === 0);

/** The problem of an e-mail that is typed beside these addresses; null when there is none. */
export function emailProblem(email: string, others: readonly AddressDraft[]): string | null {
  if (!isEmail(email)) return invalidEmail;
  const isListed = others.some((other) => !other.isDeleted && isSameEmail(other.email, email));
  return isListed ? listedEmail : null;
}

function emailProblems({ addresses }: Draft): Problems['emails'] {
  const found = addresses
    .filter(({ isDeleted }) => !isDeleted)
    .map((address) => {
      const others = address.isPrimary ? [] : addresses.filter((other) => other !== address);
      return [address.emailAddressId, emailProblem(address.email, others)] as const;
    });
  return Object.fromEntries(found.flatMap(([id, problem]) => (problem ? [[id, problem]] : [])));
}

function nicknameProblems({ nicknames }: Draft): Problems['nicknames'] {
  const tooLong = Object.entries(nicknames).filter(([, name]) => name.trim().length > 70);
  return Object.fromEntries(tooLong.map(([id]) => [id, 'A nickname has 70 characters at most']));
}

function nameProblem(field: 'firstName' | 'lastName', name: string, word: string): Partial<Problems> {
  if (name.trim() === '') return { [field]: `Please enter a ${word} name` };
  return name.trim().length > 200 ? { [field]: `A ${word} name has 200 characters at most` } : {};
}
