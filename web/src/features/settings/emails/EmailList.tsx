import { IconMail } from '@tabler/icons-react';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { isAddressDirty, type AddressDraft } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { lineOf } from './email-words.ts';

interface Props {
  readonly form: FormHandle;
  readonly shown: AddressDraft | undefined;
  readonly onChoose: (address: AddressDraft) => void;
}

export function EmailList({ form, shown, onChoose }: Props) {
  return (
    <ul className="emails__list" aria-label="E-mail addresses">
      {form.draft.addresses.map((address) => (
        <li key={address.emailAddressId}>
          <button
            type="button"
            className={address.isDeleted ? 'email-line email-line--deleted' : 'email-line'}
            aria-current={address.emailAddressId === shown?.emailAddressId ? 'true' : undefined}
            onClick={() => onChoose(address)}
          >
            <span className="email-line__sign">
              <IconMail size={14} aria-hidden="true" />
            </span>
            <span className="grow">
              <span className="email-line__email ellipsis">{address.email}</span>
              <span className="meta ellipsis email-line__words">{lineOf(address, form.settings)}</span>
            </span>
            <State form={form} address={address} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function State({ form, address }: { readonly form: FormHandle; readonly address: AddressDraft }) {
  if (form.problems.emails[address.emailAddressId]) return <Sign level="alert" word="to be corrected" />;
  if (isAddressDirty(form, address.emailAddressId)) return <span className="email-line__changed">Changed</span>;
  if (address.stoppedReason !== null || !address.isVerified) return <Sign level="warning" word="gets nothing" />;
  return null;
}

const Sign = ({ level, word }: { readonly level: 'alert' | 'warning'; readonly word: string }) => (
  <>
    <SeveritySign level={level} size={14} />
    <span className="visually-hidden">, {word}</span>
  </>
);
