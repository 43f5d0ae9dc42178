import { test } from './harness/fixtures.ts';
import { doTheMainJob } from './main-journey.ts';

test('a person signs up, connects a seller account, and gets a real alert in the browser and by mail', async ({
  page,
  sandbox,
  house,
}) => {
  const owner = {
    email: 'mara@watchpost.test',
    password: 'Long-enough-1',
    firstName: 'Mara',
    lastName: 'Main',
    companyName: 'Marrowby',
  };

  await doTheMainJob({ page, sandbox, house, owner });
});
