import { createContext } from 'react';
import type { OpenIssues } from '@app/shared/world/open-issues.ts';

/** All open issues, by product: what rows say of each other changes more often than the cards that they are in. */
export const OpenIssuesContext = createContext<OpenIssues>(new Map());
