<?php
// Puts sources.txt into an empty WordPress and exports it: WP_ROOT=… php make.php thirty.xml, with Pandoc beside it. Every second post is
// as the classic editor stores it, without elements for paragraphs.
define('WP_ADMIN', true);
$_SERVER['HTTP_HOST'] = 'thirty.example'; $_SERVER['REQUEST_METHOD'] = 'GET'; $_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require getenv('WP_ROOT') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
require ABSPATH . 'wp-admin/includes/export.php';
wp_set_current_user(1);
update_option('home', 'https://thirty.example'); update_option('siteurl', 'https://thirty.example');
foreach (get_posts(['post_type' => ['post', 'page', 'attachment'], 'post_status' => ['any', 'trash'], 'numberposts' => -1]) as $p) wp_delete_post($p->ID, true);
$up = wp_upload_bits('tin.png', null, file_get_contents(__DIR__ . '/../pandoc/tin.png'), '2024/05');
$id = wp_insert_attachment(['post_title' => 'Tin', 'post_mime_type' => 'image/png', 'post_status' => 'inherit'], $up['file']);
$address = preg_replace('#^https?://[^/]+#', 'https://thirty.example', wp_get_attachment_url($id));
$sources = preg_split('/^=== /m', file_get_contents(__DIR__ . '/sources.txt'), -1, PREG_SPLIT_NO_EMPTY);
foreach ($sources as $at => $source) {
  [$head, $text] = explode("\n", $source, 2);
  [$name, $title] = explode(' | ', $head);
  $file = tempnam(sys_get_temp_dir(), 'thirty');
  file_put_contents($file, $text);
  $html = str_replace('src="tin.png"', 'src="' . $address . '"', shell_exec("pandoc -f markdown -t html5 --no-highlight --wrap=none $file"));
  unlink($file);
  if ($at % 2) $html = preg_replace('#</p>\s*#', "\n\n", str_replace('<p>', '', $html));
  $plain = trim(strip_tags(shell_exec('printf %s ' . escapeshellarg($title) . ' | pandoc -f markdown -t html5')));
  wp_insert_post(wp_slash(['post_author' => 1, 'post_title' => html_entity_decode($plain), 'post_name' => $name, 'post_content' => $html, 'post_status' => 'publish', 'post_date' => sprintf('2024-05-%02d 10:00:00', $at + 1)]));
}
ob_start(); export_wp(['content' => 'all']); file_put_contents($argv[1], ob_get_clean());
