import { test } from '../harness/fixtures.ts';
import { doTheMainJob } from '../main-journey.ts';

test.use({ kind: 'sandboxOff' });

test('with SANDBOX=off the main journey works with a sandbox that was started separately', async ({
  page,
  sandbox,
  house,
}) => {
  const owner = {
    email: 'otto@watchpost.test',
    password: 'Long-enough-1',
    firstName: 'Otto',
    lastName: 'Off',
    companyName: 'Marrowby',
  };

  await doTheMainJob({ page, sandbox, house, owner });
});
