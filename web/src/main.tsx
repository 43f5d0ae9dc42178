import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './lib/http/query-client.ts';
import { normaliseAddress } from './app/normal-path.ts';
import { createAppRouter } from './app/routes.tsx';
import { reportUncaught } from './lib/http/error-report.ts';
import { repairLanguage } from './lib/browser/language.ts';
import { followPresses } from './lib/browser/press.ts';
import { followTheme } from './lib/browser/theme.ts';
import './tokens.css';
import './base.css';
import './print.css';

reportUncaught();
repairLanguage();
followTheme();
followPresses();
normaliseAddress();
const client = createQueryClient();
const router = createAppRouter(client);
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has lost its root element');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
