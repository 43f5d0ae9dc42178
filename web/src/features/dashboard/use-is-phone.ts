import { useMediaQuery } from '@mantine/hooks';

/** Specification, section 9: mobile width. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
