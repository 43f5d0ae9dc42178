import { useState } from 'react';
import { phraseOf, worstThreshold } from '@app/shared/domain/inputs/keyword.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { thresholdOf } from './keyword-threshold.ts';
import { afterAdding, noKeyword } from './typed-keyword.ts';

interface Props {
  /** Resolves to whether the keyword was added. */
  readonly onAdd: (wish: { readonly keyword: string; readonly absoluteThreshold: number | null }) => Promise<boolean>;
}

export function AddKeyword({ onAdd }: Props) {
  const [typed, setTyped] = useState(noKeyword);
  const [isAdding, setAdding] = useState(false);
  const keyword = phraseOf(typed.phrase);
  const absoluteThreshold = thresholdOf(typed.threshold);
  const canAdd = keyword !== '' && absoluteThreshold !== undefined;
  const add = async () => {
    if (!canAdd) return;
    setAdding(true);
    if (await onAdd({ keyword, absoluteThreshold })) setTyped((now) => afterAdding(now, typed));
    setAdding(false);
  };
  return (
    <form
      className="issue-line keyword-add"
      aria-label="Add keyword"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label="Search phrase"
        size="md"
        maxLength={200}
        value={typed.phrase}
        onChange={(event) => setTyped({ ...typed, phrase: event.currentTarget.value })}
      />
      {/* A field of type number is empty while its text is no number, and an empty threshold means no alerts. */}
      <TextField
        label="Alert past rank"
        size="md"
        inputMode="numeric"
        maxLength={10}
        placeholder="No alerts"
        error={absoluteThreshold === undefined ? `1 to ${worstThreshold}, or empty` : null}
        value={typed.threshold}
        onChange={(event) => setTyped({ ...typed, threshold: event.currentTarget.value })}
      />
      <Button type="submit" disabled={!canAdd} busy={isAdding}>
        Add keyword
      </Button>
    </form>
  );
}
