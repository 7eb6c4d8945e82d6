import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { EMAIL: 'Email' },
    pages: { email: 'Choose the provider and sender, test them, and watch the outbox.' },
    EMAIL: {
      ConnectionString: 'Email provider',
      ConnectionStringHelp: 'Connection string, mail server or API key.',
      SenderEmail: 'Sender address',
      SenderEmailHelp: 'Your provider must allow this address, or it rejects every email.',
      SenderName: 'Sender name',
      SenderNameHelp: 'Leave blank to use the site name.',
    },
    parts: {
      kind: 'Provider',
      host: 'Host',
      port: 'Port',
      security: 'Encryption',
      certificate: 'Certificate',
      servername: 'Certificate name',
      name: 'Client name',
      user: 'User',
      password: 'Password',
      endpoint: 'Endpoint',
      accessKey: 'Access key',
      apiKey: 'API key',
    },
    choices: {
      smtp: 'Mail server (SMTP)',
      communication: 'Cloud communication service',
      commercial: 'Email API',
      checked: 'verified',
      'not checked': 'not verified',
    },
    words: {
      EMAIL: {
        ConnectionString:
          'smtp mail server host port user password sendgrid api key connection string credentials',
        SenderEmail: 'from address reply noreply',
        SenderName: 'from name display',
      },
    },
  },
  de: {
    groups: { EMAIL: 'E-Mail' },
    pages: { email: 'Anbieter und Absender festlegen, testen und den Postausgang im Blick behalten.' },
    EMAIL: {
      ConnectionString: 'E-Mail-Anbieter',
      ConnectionStringHelp: 'Verbindungszeichenfolge, Mailserver oder API-Schlüssel.',
      SenderEmail: 'Absenderadresse',
      SenderEmailHelp: 'Ihr Anbieter muss diese Adresse zulassen, sonst lehnt er jede E-Mail ab.',
      SenderName: 'Absendername',
      SenderNameHelp: 'Leer lassen, um den Namen der Website zu verwenden.',
    },
    parts: {
      kind: 'Anbieter',
      host: 'Host',
      port: 'Port',
      security: 'Verschlüsselung',
      certificate: 'Zertifikat',
      servername: 'Name im Zertifikat',
      name: 'Client-Name',
      user: 'Benutzer',
      password: 'Passwort',
      endpoint: 'Endpunkt',
      accessKey: 'Zugriffsschlüssel',
      apiKey: 'API-Schlüssel',
    },
    choices: {
      smtp: 'Mailserver (SMTP)',
      communication: 'Cloud-Kommunikationsdienst',
      commercial: 'E-Mail-API',
      checked: 'geprüft',
      'not checked': 'nicht geprüft',
    },
    words: {
      EMAIL: {
        ConnectionString:
          'smtp mailserver host port benutzer passwort sendgrid api-schlüssel verbindung zugangsdaten',
        SenderEmail: 'von adresse from antwort noreply',
        SenderName: 'von name anzeige',
      },
    },
  },
});
