import { createContext } from 'react';
import type { OpenIssues } from '@app/shared/world/issues/open-issues.ts';

/**
 * All open issues by product. A context passes them on, because they change more often than the cards around the rows.
 */
export const OpenIssuesContext = createContext<OpenIssues>(new Map());
