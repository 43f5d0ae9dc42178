import { createContext } from 'react';
import type { OpenIssues } from '@app/shared/world/issues/open-issues.ts';

/** All open issues by product. In a context, because they change more often than the cards that contain the rows. */
export const OpenIssuesContext = createContext<OpenIssues>(new Map());
