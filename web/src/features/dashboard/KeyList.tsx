import { memo, useCallback } from 'react';
import { keyListOpen } from '../../lib/help.ts';
import { useSingleKeys } from '../../lib/browser/single-keys.ts';
import { useStore } from '../../lib/browser/store.ts';
import { KeyCap } from '../../ui/signs/KeyCap.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { useSingleKey } from '../../ui/hooks/single-key.ts';

const groups = [
  {
    title: 'Everywhere',
    keys: [
      ['/', 'Find a product'],
      ['u', 'Undo the last change'],
      ['?', 'This list'],
      ['Esc', 'Close'],
    ],
  },
  {
    title: 'Issues',
    keys: [
      ['j', 'Next issue'],
      ['k', 'Previous issue'],
      ['s', 'Mark seen'],
      ['d', 'Mark done'],
      ['m', 'Mute for a while'],
      ['x', 'Select, for a change of many at once'],
      ['i', 'Join the selected issues as one incident, or split the current one off'],
      ['o', 'Open the product'],
    ],
  },
] as const;

/** The list of keys, opened by the key `?` and from the help menu. */
export const KeyList = memo(function KeyList() {
  const isOpen = useStore(keyListOpen);
  const [areOn] = useSingleKeys();
  useSingleKey(
    '?',
    useCallback(() => keyListOpen.set(true), []),
  );
  if (!isOpen) return null;
  return (
    <Modal title="Keys" onClose={() => keyListOpen.set(false)}>
      {!areOn && <p className="dim">Single keys are switched off in this browser, in your account settings.</p>}
      <div className="key-list" data-autofocus tabIndex={-1}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    <KeyCap>{key}</KeyCap>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
});
