import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Modal } from './Modal.tsx';

const closeButton = (isBusy: boolean) =>
  /<button[^>]*aria-label="Close"[^>]*>/.exec(
    renderToStaticMarkup(
      <Modal title="Change" onClose={() => undefined} isBusy={isBusy}>
        text
      </Modal>,
    ),
  )?.[0];

test('a dialog cannot be closed while its call is under way', () => {
  expect(closeButton(true)).toContain('disabled=""');
  expect(closeButton(false)).not.toContain('disabled=""');
});

/** The buttons by which a person leaves a dialog without what it offers. */
const leaving = /<Button(?=[^>]*onClick=\{(?:onClose|onCancel|onBack|handleClose)\})(?![^>]*variant="primary")[^>]*>/g;

test('every dialog that makes a call stays open until the answer has come', () => {
  const folder = new URL('../../', import.meta.url).pathname;
  const dialogs = globSync('**/*.tsx', { cwd: folder })
    .filter((path) => !path.endsWith('.test.tsx'))
    .map((path) => ({ path, text: readFileSync(`${folder}${path}`, 'utf8') }))
    .filter(({ text }) => /<Modal\b[^>]*onClose=/.test(text) && /\sbusy=\{/.test(text));
  const canBeLeft = dialogs.filter(({ text }) => {
    const callers = Array.from(text.matchAll(/<Modal\b[^]*?<\/Modal>/g), ([dialog]) => dialog).filter((dialog) =>
      /\sbusy=\{/.test(dialog),
    );
    const ways = callers.flatMap((dialog) => dialog.match(leaving) ?? []);
    return !text.includes('isBusy={') || ways.some((way) => !way.includes('disabled='));
  });

  expect(dialogs.length).toBeGreaterThan(15);
  expect(canBeLeft.map(({ path }) => path)).toEqual([]);
});
