import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { STORAGE: 'File storage' },
    pages: { storage: 'Keep the files of this site in a bucket of your own.' },
    STORAGE: {
      Endpoint: 'Endpoint',
      EndpointHelp: 'URL of the service, such as https://s3.example.com. Leave it empty for AWS.',
      Bucket: 'Bucket',
      BucketHelp: 'Not a public one: files are delivered by this server, which checks who may see them.',
      Prefix: 'Prefix',
      PrefixHelp: 'What all names in the bucket begin with, such as files. Leave it empty for none.',
      Region: 'Region',
      RegionHelp: 'Such as eu-central-1. Services other than AWS often take any.',
      AccessKeyId: 'Access key ID',
      AccessKeyIdHelp: 'Its key needs to list, read, write and delete in this bucket, and nothing else.',
      SecretAccessKey: 'Secret access key',
      SecretAccessKeyHelp: 'Stored encrypted. It’s removed when the endpoint changes.',
    },
    words: {
      STORAGE: {
        Endpoint: 's3 object storage minio r2 backblaze upload files',
        Bucket: 's3 object storage upload files',
        Prefix: 'folder path files',
        Region: 's3 aws location files',
        AccessKeyId: 's3 aws credentials files',
        SecretAccessKey: 's3 aws credentials password files',
      },
    },
  },
  de: {
    groups: { STORAGE: 'Dateispeicher' },
    pages: { storage: 'Die Dateien dieser Website in einem eigenen Bucket aufbewahren.' },
    STORAGE: {
      Endpoint: 'Endpunkt',
      EndpointHelp: 'URL des Dienstes, zum Beispiel https://s3.example.com. Für AWS leer lassen.',
      Bucket: 'Bucket',
      BucketHelp: 'Kein öffentlicher: Dateien liefert dieser Server aus, der prüft, wer sie sehen darf.',
      Prefix: 'Präfix',
      PrefixHelp: 'Womit alle Namen im Bucket beginnen, zum Beispiel files. Kann leer bleiben.',
      Region: 'Region',
      RegionHelp: 'Zum Beispiel eu-central-1. Anderen Diensten als AWS ist sie oft gleich.',
      AccessKeyId: 'ID des Zugriffsschlüssels',
      AccessKeyIdHelp:
        'Der Schlüssel muss in diesem Bucket auflisten, lesen, schreiben und löschen dürfen, sonst nichts.',
      SecretAccessKey: 'Geheimer Zugriffsschlüssel',
      SecretAccessKeyHelp: 'Wird verschlüsselt gespeichert und gelöscht, wenn sich der Endpunkt ändert.',
    },
    words: {
      STORAGE: {
        Endpoint: 's3 objektspeicher minio r2 backblaze hochladen dateien',
        Bucket: 's3 objektspeicher hochladen dateien',
        Prefix: 'ordner pfad dateien',
        Region: 's3 aws standort dateien',
        AccessKeyId: 's3 aws zugangsdaten dateien',
        SecretAccessKey: 's3 aws zugangsdaten passwort dateien',
      },
    },
  },
});
