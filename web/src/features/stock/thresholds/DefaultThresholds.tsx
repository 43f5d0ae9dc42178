import { useId, useMemo, useState } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { DefaultRow } from './DefaultRow.tsx';
import {
  brandRows,
  brandsOfSellers,
  countDefaults,
  defaultColumns,
  isSamePlace,
  withBrandRow,
  withStoredRows,
  type DefaultPlace,
} from './default-places.ts';
import { SheetToggle } from './SheetToggle.tsx';
import { useDefaults } from './use-defaults.ts';

interface Props {
  readonly world: WorldAnswer;
}

/** The thresholds of products without their own, by seller account and brand, set in place. */
export function DefaultThresholds({ world }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = countDefaults(world.watchDogs);
  return (
    <div className="sheet">
      <div className="sheet__head">
        <SheetToggle
          title="Default thresholds"
          note={count === 0 ? 'none set, by seller account and brand' : `${count} set`}
          isOpen={isOpen}
          controls={id}
          onToggle={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <DefaultTable id={id} world={world} />}
    </div>
  );
}

const titles = [...new Set(defaultColumns.map(({ title }) => title))];

function DefaultTable({ id, world }: Props & { readonly id: string }) {
  const { save, isRefused, dropRefusal, problem } = useDefaults();
  const [rows, setRows] = useState(() => brandRows(world));
  const [newest, setNewest] = useState<DefaultPlace | null>(null);
  const withStored = withStoredRows(rows, world);
  if (withStored !== rows) setRows(withStored);
  const brands = useMemo(() => brandsOfSellers(world.products), [world.products]);
  const addBrand = (sellerId: string, brand: string) => {
    setRows(withBrandRow(rows, { sellerId, brand }));
    setNewest({ sellerId, brand });
  };
  return (
    <div id={id} className="defaults">
      <p className="meta">
        A product without a threshold of its own uses that of its brand, or else that of its seller account. With “none”
        at a brand, its products take no threshold from the seller account.
      </p>
      <table className="defaults__table" aria-label="Default thresholds">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              <span className="visually-hidden">Products of</span>
            </th>
            {titles.map((title) => (
              <th key={title} scope="colgroup" colSpan={defaultColumns.filter((one) => one.title === title).length}>
                {title}
              </th>
            ))}
          </tr>
          <tr>
            {defaultColumns.map(({ type, name, header, help }) => (
              <th key={`${type} ${name}`} scope="col" title={help}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {world.sellerAccounts.map(({ sellerId, name, nickName }) => {
          const shown = rows.get(sellerId) ?? [];
          const others = (brands.get(sellerId) ?? []).filter((brand) => !shown.includes(brand));
          const label = nickName ?? name;
          const row = { groups: world.watchDogs, isRefused, onSave: save, onReset: dropRefusal };
          return (
            <tbody key={sellerId}>
              <DefaultRow {...row} place={{ sellerId, brand: null }} label={label} />
              {shown.map((brand) => (
                <DefaultRow
                  key={brand}
                  {...row}
                  place={{ sellerId, brand }}
                  label={brand}
                  isNew={newest !== null && isSamePlace(newest, { sellerId, brand })}
                />
              ))}
              {others.length > 0 && (
                <tr>
                  <td className="defaults__add" colSpan={defaultColumns.length + 1}>
                    <Select
                      label={<span className="visually-hidden">Set defaults of a brand of {label}</span>}
                      size="md"
                      placeholder="Add a brand…"
                      value=""
                      options={others.map((brand) => ({ value: brand, label: brand }))}
                      onChange={({ currentTarget }) => addBrand(sellerId, currentTarget.value)}
                    />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
      <p role="alert" className="field__error">
        {problem}
      </p>
    </div>
  );
}
