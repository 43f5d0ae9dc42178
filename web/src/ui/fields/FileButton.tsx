import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface Props extends Omit<ButtonProps, 'icon' | 'onClick'> {
  /** The name of the file field for screen readers. */
  readonly fileLabel: string;
  readonly onFile: (file: File) => void;
}

/** A button that lets a person choose a spreadsheet and passes its file on. */
export function FileButton({ fileLabel, onFile, ...button }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={<IconUpload size={16} aria-hidden="true" />} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept=".xlsx,.csv"
        aria-label={fileLabel}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // The value is cleared, so that the same file can be chosen again after a correction.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
