import { DataSource } from 'typeorm';
import { FEATURES } from '../../app.module.js';
import { newId } from '../../platform/core/id.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { AccountPreferencesService } from './account-preferences.service.js';

describe('how texts for a person are written', () => {
  const [tenantId, accountId] = [newId(), newId()];
  let database: TestDatabase;
  let dataSource: DataSource;
  let preferences: AccountPreferencesService;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 2, FEATURES)).initialize();
    preferences = new AccountPreferencesService(dataSource.manager);
    await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [tenantId, 'T']);
    await database.query(
      `INSERT INTO account (id, tenant_id, email, email_key, display_name, name_key, status, created_at)
       VALUES ($1, $2, 'x', 'x', 'Cleo', 'cleo', 'active', now())`,
      [accountId, tenantId],
    );
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('in English and UTC for who never came, as the latest browser, or as chosen', async () => {
    const reader = () => preferences.readerOf(tenantId, accountId);
    expect(await reader()).toEqual({ locale: 'en', timeZone: 'UTC' });
    await preferences.change(tenantId, accountId, { browserLocale: 'de', browserTimeZone: 'Asia/Tokyo' });
    expect(await reader()).toEqual({ locale: 'de', timeZone: 'Asia/Tokyo' });
    await preferences.change(tenantId, accountId, { locale: 'en', timeZone: 'Europe/Zurich' });
    expect(await reader()).toEqual({ locale: 'en', timeZone: 'Europe/Zurich' });
    expect(await preferences.readerOf(newId(), accountId)).toEqual({ locale: 'en', timeZone: 'UTC' });
  });
});
