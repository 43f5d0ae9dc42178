import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { usdText } from '@app/shared/base/money.ts';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import { call, query } from '../../lib/http/call.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Chip } from '../../ui/fields/Chip.tsx';
import { ConfirmButton } from '../../ui/fields/ConfirmButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { tellFailure } from './tell-failure.ts';

const dayMinutes = 1440;

/** Lists the packages, and the codes by which people get them at sign-up. */
export function PlansPanel() {
  const packages = useQuery(query(operatorCalls.operatorPackages));
  const { data } = packages;
  const failed = useFailed(packages);
  const send = useSending();
  return (
    <Panel title="Packages and codes" note="Only the command “rate-card” changes prices">
      <table className="operator-table">
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col" className="number operator-table__wide">
              Base
            </th>
            <th scope="col" className="number">
              Discount
            </th>
            <th scope="col" className="number">
              Trial
            </th>
            <th scope="col">Codes</th>
          </tr>
        </thead>
        <tbody>
          {data?.packages.map((one) => (
            <tr key={one.packageId}>
              <th scope="row">
                {one.packageId}
                {one.description !== one.packageId && (
                  <span className="meta operator-list__more">{one.description}</span>
                )}
              </th>
              <td className="number operator-table__wide">{usdText(one.baseSubscriptionFeeCents)}</td>
              <td className="number">{one.discount === 0 ? '–' : `${one.discount}%`}</td>
              <td className="number">{Math.round(one.trialMinutes / dayMinutes)} d</td>
              <td>
                {data.codes
                  .filter(({ packageId }) => packageId === one.packageId)
                  .map(({ code }) => (
                    <span key={code} className="operator__code">
                      <Chip>{code}</Chip>
                      <ConfirmButton
                        label="Remove"
                        subject={`code ${code}`}
                        size="sm"
                        onConfirm={() =>
                          void send(() => call(operatorCalls.removeCodeByOperator, { params: { code } }))
                        }
                      />
                    </span>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {failed && <ErrorState title="The packages did not load" {...failed} />}
      {data?.packages.length === 0 && <p className="operator__none">There are no packages beside the standard one.</p>}
      <div className="operator__forms">
        <PackageForm send={send} />
        <CodeForm send={send} />
      </div>
    </Panel>
  );
}

type Send = (change: () => Promise<unknown>) => Promise<void>;

function PackageForm({ send }: { readonly send: Send }) {
  const [name, setName] = useState('');
  const [discount, setDiscount] = useState('');
  const [days, setDays] = useState('');
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const body = {
      ...(discount !== '' && { discount: Number(discount) }),
      ...(days !== '' && { trialMinutes: Number(days) * dayMinutes }),
    };
    void send(() => call(operatorCalls.keepPackageByOperator, { params: { packageId: name.trim() }, body }));
  };
  return (
    <form className="operator-form operator-form--three" onSubmit={handleSubmit}>
      <TextField
        label="Package"
        size="md"
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Discount in percent"
        size="md"
        inputMode="numeric"
        value={discount}
        onChange={({ target }) => setDiscount(target.value)}
      />
      <TextField
        label="Trial in days"
        size="md"
        inputMode="numeric"
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      <span className="operator-form__acts">
        <Button type="submit" disabled={name.trim() === ''}>
          Keep
        </Button>
      </span>
    </form>
  );
}

function CodeForm({ send }: { readonly send: Send }) {
  const [code, setCode] = useState('');
  const [packageId, setPackageId] = useState('');
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send(() =>
      call(operatorCalls.keepCodeByOperator, { body: { code: code.trim(), packageId: packageId.trim() } }),
    );
  };
  return (
    <form className="operator-form" onSubmit={handleSubmit}>
      <TextField label="Code" size="md" maxLength={40} value={code} onChange={({ target }) => setCode(target.value)} />
      <TextField
        label="Leads to the package"
        size="md"
        maxLength={40}
        value={packageId}
        onChange={({ target }) => setPackageId(target.value)}
      />
      <span className="operator-form__acts">
        <Button type="submit" disabled={code.trim() === '' || packageId.trim() === ''}>
          Add code
        </Button>
      </span>
    </form>
  );
}

function useSending(): Send {
  const client = useQueryClient();
  return async (change) => {
    try {
      await change();
      await client.invalidateQueries({ queryKey: [operatorCalls.operatorPackages.path] });
      await client.invalidateQueries({ queryKey: [operatorCalls.operatorState.path] });
    } catch (error) {
      tellFailure(error);
    }
  };
}
