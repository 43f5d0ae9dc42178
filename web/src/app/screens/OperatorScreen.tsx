import type { ReactNode } from 'react';
import { OperatorPage } from '../../features/operator/OperatorPage.tsx';
import { Shell } from '../shell/Shell.tsx';
import { UnknownScreen } from './UnknownScreen.tsx';

const frame = (page: ReactNode) => <Shell>{page}</Shell>;

/** For everyone who is no operator there is no page at this address. */
export const OperatorScreen = () => <OperatorPage frame={frame} unknown={<UnknownScreen />} />;
