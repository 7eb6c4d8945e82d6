import type { Locator, Page } from 'playwright-core';
import { ADMINISTRATOR } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { type Admin, holds, pressTogether, startAdmin } from './support/admin.js';

/** More stops than any page has between two of its fields. */
const MANY = 120;

describe('settings with the keyboard alone', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin()));
  afterAll(() => admin.stop());

  it('signs in, finds a setting, is refused, saves, keeps what is not saved, and undoes (UX-23)', async () => {
    const page = await admin.page({ as: null });
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    await page.goto(admin.url('/login'));
    await tabTo(page, page.getByLabel('Email address'));
    await page.keyboard.type(ADMINISTRATOR.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(ADMINISTRATOR.password);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();

    await pressTogether(page, 'g', 's');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await press('/');
    await page.keyboard.type('message length');
    await page.getByRole('heading', { name: 'Sign-in and accounts' }).waitFor({ state: 'hidden' });
    await tabTo(page, page.getByRole('link', { name: /^Maximum message length/ }));
    await press('Enter');
    const field = page.getByRole('textbox', { name: 'Maximum message length' });
    await eventually(async () => expect(await hasFocus(field)).toBe(true));
    await retype(page, '9');
    await press('Control+s');
    await page.getByText('must be at least 10').first().waitFor();
    await page.getByRole('alert').getByText('One field needs attention').waitFor();
    expect(await field.inputValue()).toBe('9');
    expect(await field.evaluate((input) => input.matches(':focus'))).toBe(true);
    await retype(page, '4321');
    await press('Control+s');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await stored()).toBe('4321');

    // Leaving with something unsaved asks, and the keyboard can answer either way.
    await tabTo(page, field);
    await retype(page, '1234');
    await press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).locator('input:focus').waitFor();
    await page.keyboard.type('Inbox');
    await page.getByRole('option', { name: /Inbox/ }).and(page.locator('[data-highlighted]')).waitFor();
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole('button', { name: 'Stay' }));
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('1234');
    await tabTo(page, page.getByRole('button', { name: 'Discard' }));
    await press('Enter');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await holds(field, '4321');

    await tabTo(page, page.getByRole('link', { name: /Show changes: Maximum message length$/ }));
    await press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Undo' }).first());
    await press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Undo' }));
    await press('Enter');
    await page.getByText('Undone', { exact: true }).first().waitFor();
    expect(await stored()).not.toBe('4321');
  });

  async function stored(): Promise<unknown> {
    const administrator = await admin.site.administrator();
    const group = (await administrator.get('/settings/ContactApi')).json() as {
      readonly entries: readonly { readonly name: string; readonly value: unknown }[];
    }; // the contract's word
    return group.entries.find(({ name }) => name === 'MaxMessageLength')?.value;
  }
});

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses a key until the target has the focus: what cannot be reached so fails. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < MANY; pressed += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`);
}

async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}
