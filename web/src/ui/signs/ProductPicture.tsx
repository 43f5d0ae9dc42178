import { IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import '../layout/panel.css';

interface Props {
  readonly src: string | null;
  /** The alternative text; empty when the name stands beside the picture. */
  readonly alt?: string;
  readonly size: 32 | 40 | 48 | 64 | 240;
}

/**
 * Keeps its size when the picture is loading, missing or broken, so that nothing jumps. Pictures keep a white
 * background in the dark scheme.
 */
export function ProductPicture({ src, alt = '', size }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const shown = src !== null && src !== failedSrc;
  return (
    <span className={`picture picture--${size}`}>
      {shown ? (
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <>
          <IconPackage size={Math.min(32, size / 2)} stroke={1.5} aria-hidden="true" />
          <span className="visually-hidden">{alt || 'No picture'}</span>
        </>
      )}
    </span>
  );
}
