import { test } from './fixtures.ts';
import { doTheMainJob } from './main-journey.ts';

test('a person signs up, connects a seller account and sees a real alert in the browser and the inbox', async ({
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
