import { IconLock } from '@tabler/icons-react';
import type { EmailAddress } from '@app/shared/contract/accounts.ts';
import { colours, labelOfColour, severityOfColour, type Colour } from '@app/shared/base/severity.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { coloursOf, familiesOf, type AlertFamily } from '../form/alert-types.ts';
import './alert-matrix.css';

interface Props {
  /** Alert type → its name, in the order of the menu. */
  readonly names: Readonly<Record<string, string>>;
  /** Types that the plan does not include. */
  readonly suppressed: readonly string[];
  readonly alertsSettings: EmailAddress['alertsSettings'];
  readonly onChange: (change: { readonly alertType: string; readonly colour: Colour; readonly on: boolean }) => void;
}

const columns = colours.map((colour) => ({
  colour,
  label: labelOfColour(colour),
  level: severityOfColour(colour),
}));

/** The alerts that are mailed: type by colour, family by family. */
export function AlertMatrix(props: Props) {
  const locked = props.suppressed.filter((type) => type in props.names).length;
  return (
    <div className="matrix">
      <p className="matrix__legend meta">
        {columns.map(({ colour, label, level }) => (
          <span key={colour} className={`severity tone--${level}`}>
            <SeveritySign level={level} size={14} />
            {label}
          </span>
        ))}
        {locked > 0 && (
          <span className="matrix__locked">
            <IconLock size={14} aria-hidden="true" />
            Not in your plan
          </span>
        )}
      </p>
      <div className="matrix__families">
        {familiesOf(Object.keys(props.names)).map((group) => (
          <FamilyTable key={group.family} {...props} group={group} />
        ))}
      </div>
    </div>
  );
}

function FamilyTable({ group, ...props }: Props & { readonly group: AlertFamily }) {
  return (
    <table className="matrix__family">
      <thead>
        <tr>
          <th scope="col">{group.family}</th>
          {columns.map(({ colour, label, level }) => (
            <th key={colour} scope="col" title={label}>
              <SeveritySign level={level} size={14} />
              <span className="visually-hidden">{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.types.map((type) => (
          <TypeRow key={type} {...props} type={type} />
        ))}
      </tbody>
    </table>
  );
}

function TypeRow({ type, names, suppressed, alertsSettings, onChange }: Props & { readonly type: string }) {
  const isLocked = suppressed.includes(type);
  const name = names[type] ?? type;
  return (
    <tr className={isLocked ? 'matrix__row--locked' : undefined}>
      <th scope="row">
        <span className="matrix__name">
          {name}
          {isLocked && (
            <>
              <IconLock size={14} aria-hidden="true" />
              <span className="visually-hidden">, not in your plan</span>
            </>
          )}
        </span>
      </th>
      {columns.map(({ colour, label }) => (
        <td key={colour}>
          {coloursOf(type).includes(colour) ? (
            <Checkbox
              checked={!isLocked && alertsSettings[type]?.[colour] === true}
              disabled={isLocked}
              onChange={({ target }) => onChange({ alertType: type, colour, on: target.checked })}
            >
              <span className="visually-hidden">
                {name}, {label}
              </span>
            </Checkbox>
          ) : (
            <span className="faint">–</span>
          )}
        </td>
      ))}
    </tr>
  );
}
