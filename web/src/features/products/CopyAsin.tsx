import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../ui/hooks/copy-text.ts';

/** Shows the ASIN, and copies it on click. */
export function CopyAsin({ asin }: { readonly asin: string }) {
  const [isCopied, setCopied] = useState(false);
  const handleClick = async () => {
    setCopied(await copyText(asin));
  };
  return (
    <span className="asin">
      <span className="asin__text">{asin}</span>
      <button
        type="button"
        className="asin__copy"
        aria-label={isCopied ? `${asin} copied` : `Copy ${asin}`}
        title={isCopied ? 'Copied' : 'Copy'}
        onClick={() => void handleClick()}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
      </button>
    </span>
  );
}
