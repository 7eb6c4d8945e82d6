import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { Page } from 'playwright-core';
import type { EditorBrowser } from '../harness/editor.js';
import { type Admin, axeFindings, holds, startAdmin } from './support/admin.js';

describe('author profiles (UI-15)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const authors = async (): Promise<readonly AuthorProfile[]> =>
    ((await anna.get('/authors')).json() as { items: AuthorProfile[] }).items; // the contract's word

  it('begins with what to do, makes a profile, and shows its byline while it is typed', async () => {
    const page = await admin.page({ at: '/authors' });
    await page.getByText('No authors yet').waitFor();
    await page.getByRole('link', { name: 'New author' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Dana Ruiz');
    await page.getByRole('figure').getByText('By Dana Ruiz').waitFor();
    await page.getByLabel('Biography').fill('Writes about rivers.');
    await page.getByRole('figure').getByText('Writes about rivers.').waitFor();
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Label of link 1').fill('Website');
    await page.getByLabel('URL of link 1').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.getByText('URL that starts with https://').first().waitFor();
    await page.getByLabel('URL of link 1').fill('https://dana.example');
    await page.getByLabel('Picture URL').fill('https://elsewhere.example/dana.jpg');
    await page.getByText('this page doesn’t load content from other hosts').waitFor();
    await page.getByRole('button', { name: 'Create profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dana Ruiz' }).waitFor();
    expect(await authors()).toMatchObject([
      {
        name: 'Dana Ruiz',
        biography: 'Writes about rivers.',
        links: [{ label: 'Website', url: 'https://dana.example' }],
      },
    ]);
  });

  it('of two browsers that save, the second sees both values and chooses, and loses nothing (UX-12, UX-19)', async () => {
    const made = (await anna.post('/authors', { name: 'Emil Novak' })).json() as AuthorProfile; // as above
    const [first, second] = await Promise.all([admin.page({ at: null }), admin.page({ at: null })]);
    const save = (page: Page): Promise<void> =>
      page.getByRole('button', { name: 'Save', exact: true }).click();
    await Promise.all(
      [first, second].map(async (page) => {
        await page.goto(admin.url(`/authors/${made.id}`));
        await holds(page.getByLabel('Name', { exact: true }), 'Emil Novak');
      }),
    );
    await second.getByLabel('Biography').fill('Typed in the second.');
    await second.getByLabel('Picture').fill('/second.png');
    await first.getByLabel('Name', { exact: true }).fill('Emil N.');
    await first.getByLabel('Biography').fill('Typed in the first.');
    await save(first);
    await first.getByText('Saved', { exact: true }).first().waitFor();

    await save(second);
    await second.getByText('Someone else saved changes').waitFor();
    await second.getByText('They changed: Name.').waitFor();
    await holds(second.getByLabel('Name', { exact: true }), 'Emil N.');
    const biography = second.getByRole('group', { name: 'Biography' });
    await biography.getByRole('radio', { name: 'Theirs Typed in the first.' }).check();
    await holds(second.getByLabel('Biography'), 'Typed in the first.');
    await biography.getByRole('radio', { name: 'Yours Typed in the second.' }).check();
    await holds(second.getByLabel('Biography'), 'Typed in the second.');
    expect(await axeFindings(second)).toEqual([]);
    await second.getByRole('link', { name: 'All authors' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await save(second);
    await second.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect((await anna.get(`/authors/${made.id}`)).json()).toMatchObject({
      name: 'Emil N.',
      biography: 'Typed in the second.',
      pictureUrl: '/second.png',
    });
  });

  it('deletes a profile after naming it', async () => {
    const made = (await anna.post('/authors', { name: 'Going Gustav' })).json() as AuthorProfile; // as above
    const page = await admin.page({ at: '/authors' });
    await page.getByRole('link', { name: 'Going Gustav' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Going Gustav’s profile?' });
    await dialog.getByRole('button', { name: 'Delete profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
    await page.getByRole('link', { name: 'Going Gustav' }).waitFor({ state: 'detached' });
    expect((await authors()).map(({ id }) => id)).not.toContain(made.id);
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await admin.page({ theme, screen, at: '/authors' });
    await page.getByRole('link', { name: 'Dana Ruiz' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Dana Ruiz' }).click();
    await page.getByRole('figure').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
