import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Export: 'Public site in a bucket' },
    groupText: {
      Export:
        'The public site as files in a bucket of any service that speaks the S3 protocol, so that it can be served without this server.',
    },
    Export: {
      Endpoint: 'Endpoint',
      EndpointHelp: 'URL of the service, such as https://s3.example.com. Leave it empty for AWS.',
      Bucket: 'Bucket',
      BucketHelp: 'Use an empty bucket or prefix. Nothing that isn’t from this export is overwritten.',
      Prefix: 'Prefix',
      PrefixHelp:
        'What the names of all files begin with, such as site. Leave it empty for the whole bucket.',
      Region: 'Region',
      RegionHelp: 'Such as eu-central-1. Services other than AWS often take any.',
      AccessKeyId: 'Access key ID',
      AccessKeyIdHelp: 'Its key needs to list, read, write and delete in this bucket, and nothing else.',
      SecretAccessKey: 'Secret access key',
      SecretAccessKeyHelp: 'Stored encrypted. It’s removed when the endpoint changes.',
      AfterPublishing: 'Export after each publication',
      AfterPublishingHelp:
        'The bucket gets what changed some seconds later, and loses pages that were withdrawn.',
    },
    words: {
      Export: {
        Endpoint: 's3 object storage static host minio r2 backblaze',
        Bucket: 's3 object storage static host',
        Prefix: 'folder path',
        Region: 's3 aws location',
        AccessKeyId: 's3 aws credentials',
        SecretAccessKey: 's3 aws credentials password',
        AfterPublishing: 'automatic static export sync deploy',
      },
    },
  },
  de: {
    groups: { Export: 'Öffentliche Website in einem Bucket' },
    groupText: {
      Export:
        'Die öffentliche Website als Dateien in einem Bucket eines beliebigen Dienstes mit S3-Protokoll, damit sie ohne diesen Server ausgeliefert werden kann.',
    },
    Export: {
      Endpoint: 'Endpunkt',
      EndpointHelp: 'URL des Dienstes, zum Beispiel https://s3.example.com. Für AWS leer lassen.',
      Bucket: 'Bucket',
      BucketHelp: 'Der Ort muss frei sein: Was nicht aus diesem Export stammt, wird nicht überschrieben.',
      Prefix: 'Präfix',
      PrefixHelp:
        'Womit die Namen aller Dateien beginnen, zum Beispiel site. Für den ganzen Bucket leer lassen.',
      Region: 'Region',
      RegionHelp: 'Zum Beispiel eu-central-1. Anderen Diensten als AWS ist sie oft gleich.',
      AccessKeyId: 'ID des Zugriffsschlüssels',
      AccessKeyIdHelp:
        'Der Schlüssel muss in diesem Bucket auflisten, lesen, schreiben und löschen dürfen, sonst nichts.',
      SecretAccessKey: 'Geheimer Zugriffsschlüssel',
      SecretAccessKeyHelp: 'Wird verschlüsselt gespeichert und gelöscht, wenn sich der Endpunkt ändert.',
      AfterPublishing: 'Nach jeder Veröffentlichung exportieren',
      AfterPublishingHelp:
        'Der Bucket bekommt einige Sekunden später, was sich geändert hat, und verliert zurückgezogene Seiten.',
    },
    words: {
      Export: {
        Endpoint: 's3 objektspeicher statisch hosting minio r2 backblaze',
        Bucket: 's3 objektspeicher statisch hosting',
        Prefix: 'ordner pfad',
        Region: 's3 aws standort',
        AccessKeyId: 's3 aws zugangsdaten',
        SecretAccessKey: 's3 aws zugangsdaten passwort',
        AfterPublishing: 'automatisch statischer export sync deploy',
      },
    },
  },
});
