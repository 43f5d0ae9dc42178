import { isEmail } from '@app/shared/domain/email-address.ts';
import type { AddressDraft, Draft, SettingsForm } from './form-model.ts';

export interface Problems {
  /** Address → what is wrong with its e-mail. */
  readonly emails: Readonly<Record<string, string>>;
  /** Seller account → what is wrong with its nickname. */
  readonly nicknames: Readonly<Record<string, string>>;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly batchingHours?: string;
}

const invalidEmail = 'Please enter a valid e-mail address';
const listedEmail = 'This e-mail address is in the list already';

/** What section 5 finds wrong with the form; nothing of it can be saved until all is well. */
export function problemsOf({ draft, settings }: SettingsForm): Problems {
  const { account } = draft;
  const hours = Number(account.batchingHours);
  const hasHours = /^\d+$/.test(account.batchingHours.trim()) && hours >= 1 && hours <= 24;
  return {
    emails: emailProblems(draft),
    nicknames: nicknameProblems(draft),
    // The owner's alone: of others the names are not in this form.
    ...(settings.isOwner && nameProblem('firstName', account.firstName, 'first')),
    ...(settings.isOwner && nameProblem('lastName', account.lastName, 'last')),
    ...(settings.isOwner && !hasHours && { batchingHours: 'Please enter a number of hours from 1 to 24' }),
  };
}

export const isValid = ({ emails, nicknames, ...others }: Problems): boolean =>
  [emails, nicknames, others].every((problems) => Object.keys(problems).length === 0);

/** What is wrong with an e-mail that somebody types beside these addresses; null where nothing is. */
export function emailProblem(email: string, others: readonly AddressDraft[]): string | null {
  if (!isEmail(email)) return invalidEmail;
  const isListed = others.some((other) => !other.isDeleted && other.email.toLowerCase() === email.toLowerCase());
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
