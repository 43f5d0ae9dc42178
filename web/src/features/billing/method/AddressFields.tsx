import { useMemo } from 'react';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { AddressDraft, AddressProblems } from './billing-address.ts';
import { countryOptions } from './countries.ts';

interface Props {
  readonly draft: AddressDraft;
  /** The problems of the fields; empty until the form was submitted once. */
  readonly problems: AddressProblems;
  readonly onChange: (draft: AddressDraft) => void;
}

/** The name and the address on invoices. */
export function AddressFields({ draft, problems, onChange }: Props) {
  const countries = useMemo(() => countryOptions(), []);
  const field = (name: keyof AddressDraft, maxLength: number) => ({
    size: 'md' as const,
    maxLength,
    value: draft[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
  return (
    <fieldset className="address">
      <legend className="medium">Billing address</legend>
      <p className="meta address__wide">It appears on your invoices.</p>
      <div className="address__wide">
        <TextField label="Name on invoices" autoComplete="organization" {...field('billingName', 200)} />
      </div>
      <div className="address__wide">
        <TextField label="Street and number" autoComplete="address-line1" {...field('line1', 200)} />
      </div>
      <TextField label="Postal code" autoComplete="postal-code" {...field('postalCode', 20)} />
      <TextField label="City" autoComplete="address-level2" {...field('city', 100)} />
      <Select
        label="Country"
        size="md"
        autoComplete="country"
        placeholder="Select"
        options={countries}
        value={draft.country}
        error={problems.country}
        onChange={({ target }) => onChange({ ...draft, country: target.value })}
      />
      <TextField label="Tax id" optional autoComplete="off" {...field('taxId', 30)} />
    </fieldset>
  );
}
