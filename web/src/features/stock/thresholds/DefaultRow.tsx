import { useState, type KeyboardEvent } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { defaultText, followStored, readTyped, storedText, typeInto } from './default-field.ts';
import { defaultColumns, defaultsAt, type DefaultPlace } from './default-places.ts';
import type { DefaultCell, DefaultChange } from './use-defaults.ts';

interface Props {
  readonly groups: WorldAnswer['watchDogs'];
  readonly place: DefaultPlace;
  readonly label: string;
  /** Whether the row was just added, so that its first field gets the focus. */
  readonly isNew?: boolean;
  readonly isRefused: (cell: DefaultCell) => boolean;
  readonly onSave: (cell: DefaultCell, change: DefaultChange) => void;
  /** Called to show the stored value of a cell again. */
  readonly onReset: (cell: DefaultCell) => void;
}

/** The thresholds of one seller account or brand, each saved when its field is left. */
export function DefaultRow({ groups, place, label, isNew = false, isRefused, onSave, onReset }: Props) {
  return (
    <tr>
      <th scope="row" className={place.brand === null ? 'defaults__account' : 'defaults__brand'}>
        <span className="ellipsis">{label}</span>
        {place.brand === null && <span className="meta">all products</span>}
      </th>
      {defaultColumns.map((column, index) => {
        const stored = storedText(defaultsAt(groups, column.type, place)[column.name]);
        return (
          <td key={`${column.type} ${column.name}`}>
            <DefaultField
              stored={stored}
              label={`${column.title}, ${column.header}: ${place.brand === null ? `all products of ${label}` : label}`}
              header={`${column.title}, ${column.header}`}
              isOfBrand={place.brand !== null}
              isRefused={isRefused({ place, column })}
              takesFocus={isNew && index === 0}
              onSave={(change) => onSave({ place, column }, change)}
              onReset={() => onReset({ place, column })}
            />
          </td>
        );
      })}
    </tr>
  );
}

interface FieldProps {
  readonly stored: string;
  readonly label: string;
  readonly header: string;
  /**
   * Whether the field belongs to a brand, which can also have "no threshold" although its seller account has a default.
   */
  readonly isOfBrand: boolean;
  readonly isRefused: boolean;
  readonly takesFocus: boolean;
  readonly onSave: (change: DefaultChange) => void;
  readonly onReset: () => void;
}

function DefaultField(props: FieldProps) {
  const { stored, label, header, isOfBrand, isRefused, takesFocus, onSave, onReset } = props;
  const [text, setText] = useState(() => defaultText(stored));
  if (text.stored !== stored) setText(followStored(text, stored));
  const { typed, sent } = text;
  /** Sends the typed value if it has changed; a refused value is sent again only by Enter. */
  const save = (isAgain = false) => {
    if (typed.trim() === sent && !(isAgain && isRefused)) return;
    // The note about a value that was refused says what is stored by now.
    const seen = isAgain && isRefused ? stored : text.seen;
    setText({ ...text, sent: typed.trim(), seen });
    onSave({ value: readTyped(typed), seen: readTyped(seen) });
  };
  const handleKeys = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') save(true);
    if (key !== 'Escape') return;
    setText(defaultText(stored));
    onReset();
  };
  return (
    <label>
      <span className="defaults__label meta" aria-hidden="true">
        {header}
      </span>
      <input
        className="input input--md"
        inputMode={isOfBrand ? 'text' : 'numeric'}
        maxLength={7}
        aria-label={label}
        aria-invalid={isRefused}
        ref={takesFocus ? takeFocus : undefined}
        placeholder="–"
        value={typed}
        onChange={({ currentTarget }) => setText(typeInto(text, currentTarget.value, { isRefused }))}
        onBlur={() => save()}
        onKeyDown={handleKeys}
      />
    </label>
  );
}

const takeFocus = (input: HTMLInputElement | null): void => input?.focus();
