<?php
// Fills an empty WordPress and exports it. Run in the folder of WordPress: php wp-content.php out.xml
define('WP_ADMIN', true);
$_SERVER['HTTP_HOST'] = 'allotment.example'; $_SERVER['REQUEST_METHOD'] = 'GET'; $_SERVER['SERVER_PROTOCOL']='HTTP/1.1';
require getenv('WP_ROOT') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
require ABSPATH . 'wp-admin/includes/export.php';
wp_set_current_user(1);
update_option('timezone_string', 'Europe/Zurich');
update_option('permalink_structure', '/%year%/%monthnum%/%postname%/');
$GLOBALS['wp_rewrite']->init(); flush_rewrite_rules();
foreach (get_posts(['post_type'=>['post','page'],'post_status'=>'any','numberposts'=>-1]) as $p) wp_delete_post($p->ID, true);
$ines = wp_insert_user(['user_login'=>'ines','user_pass'=>wp_generate_password(),'user_email'=>'ines@allotment.example','display_name'=>'Ines Vogel','role'=>'editor']);
$tom = wp_insert_user(['user_login'=>'tom','user_pass'=>wp_generate_password(),'user_email'=>'tom@allotment.example','display_name'=>'Tom Ọkáfọ̀r','role'=>'author']);
$beds = wp_insert_term('Beds & borders', 'category')['term_id'];
$veg = wp_insert_term('Vegetables', 'category', ['parent'=>$beds])['term_id'];
function attach($file, $title, $alt, $caption='') {
  $up = wp_upload_bits(basename($file), null, file_get_contents($file), '2023/04');
  $id = wp_insert_attachment(['post_title'=>$title,'post_mime_type'=>'image/png','post_excerpt'=>$caption,'post_status'=>'inherit'], $up['file']);
  wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $up['file']));
  if ($alt) update_post_meta($id, '_wp_attachment_image_alt', $alt);
  return [$id, wp_get_attachment_url($id)];
}
[$kettle, $kettleUrl] = attach(__DIR__.'/kettle.png', 'Kettle', 'A green watering can');
[$tin, $tinUrl] = attach(__DIR__.'/tin.png', 'Tin', 'A tin of seeds', 'Seeds of last year');
$add = function ($args) { $id = wp_insert_post(wp_slash($args), true); if (is_wp_error($id)) { fwrite(STDERR, $id->get_error_message()."\n"); exit(1);} return $id; };

$classic = <<<HTML
The shed is <em>dry</em> again.
The door isn't.

<h2>What we did</h2>
[caption id="attachment_$kettle" align="alignright" width="120"]<a href="$kettleUrl"><img class="size-full wp-image-$kettle" src="$kettleUrl" alt="The can" width="120" height="80" /></a> The can, <em>found</em> again[/caption]
<ul>
 	<li>Nails
<ul>
 	<li>long</li>
 	<li>short</li>
</ul>
</li>
 	<li>A roof</li>
</ul>
<!--more-->
https://www.youtube.com/watch?v=aqz-KE-bpKQ

[gallery columns="2" link="file" ids="$kettle,$tin"]

[embed]https://vimeo.com/76979871[/embed]

See <a href="https://allotment.example/2023/05/blocks-of-spring/">the blocks</a> and <a href="/about/tools/">our tools</a>.
<blockquote>Measure twice.</blockquote>
<pre>if (wet) {
  wait();   // <![CDATA[ x ]]> y
}</pre>
[plot bed="3"]
HTML;
$classicId = $add(['post_author'=>$ines,'post_title'=>'The shed & the “door” — <em>repaired</em>','post_name'=>'the-shed','post_content'=>$classic,'post_excerpt'=>'A shed, a door, and a roof.','post_status'=>'publish','post_date'=>'2023-04-16 09:30:00','post_category'=>[$beds],'tags_input'=>['Shed','Do it yourself']]);
set_post_thumbnail($classicId, $kettle);
$comment = wp_insert_comment(['comment_post_ID'=>$classicId,'comment_author'=>'A neighbour','comment_author_email'=>'n@neighbour.example','comment_content'=>'Nice roof! ]]>','comment_approved'=>1]);
$add(['post_author'=>$ines,'post_title'=>'Revised','post_name'=>'revised','post_content'=>'x','post_status'=>'trash']);

$blocks = <<<HTML
<!-- wp:paragraph {"dropCap":true} -->
<p class="has-drop-cap">Spring is a <strong>list</strong> of <code>blocks</code>, and <mark style="background-color:#fff3a0" class="has-inline-color">one</mark> of them is <s>late</s> early.</p>
<!-- /wp:paragraph -->

<!-- wp:heading {"level":3} -->
<h3>Sowing</h3>
<!-- /wp:heading -->

<!-- wp:list {"ordered":true,"start":3} -->
<ol start="3"><!-- wp:list-item -->
<li>Peas<!-- wp:list -->
<ul><!-- wp:list-item -->
<li>round</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>wrinkled</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list --></li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Beans</li>
<!-- /wp:list-item --></ol>
<!-- /wp:list -->

<!-- wp:image {"id":$kettle,"sizeSlug":"full","linkDestination":"none"} -->
<figure class="wp-block-image size-full"><img src="$kettleUrl" alt="A green can &amp; a tap" class="wp-image-$kettle"/><figcaption class="wp-element-caption">By the <strong>tap</strong></figcaption></figure>
<!-- /wp:image -->

<!-- wp:gallery {"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":$kettle} -->
<figure class="wp-block-image size-large"><img src="$kettleUrl" alt="Can" class="wp-image-$kettle"/></figure>
<!-- /wp:image -->

<!-- wp:image {"id":$tin} -->
<figure class="wp-block-image size-large"><img src="$tinUrl" alt="Tin" class="wp-image-$tin"/><figcaption class="wp-element-caption">Seeds</figcaption></figure>
<!-- /wp:image --><figcaption class="blocks-gallery-caption wp-element-caption">Two of ours</figcaption></figure>
<!-- /wp:gallery -->

<!-- wp:embed {"url":"https://www.youtube.com/watch?v=aqz-KE-bpKQ","type":"video","providerNameSlug":"youtube","responsive":true} -->
<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=aqz-KE-bpKQ
</div><figcaption class="wp-element-caption">A film</figcaption></figure>
<!-- /wp:embed -->

<!-- wp:table -->
<figure class="wp-block-table"><table><thead><tr><th>Bed</th><th class="has-text-align-right" data-align="right">Metres</th></tr></thead><tbody><tr><td>North</td><td class="has-text-align-right" data-align="right">4</td></tr><tr><td>South</td><td class="has-text-align-right" data-align="right">6<br>or 7</td></tr></tbody></table><figcaption class="wp-element-caption">Beds and their lengths</figcaption></figure>
<!-- /wp:table -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>Dig it over.</p>
<!-- /wp:paragraph --><cite>Every neighbour</cite></blockquote>
<!-- /wp:quote -->

<!-- wp:pullquote -->
<figure class="wp-block-pullquote"><blockquote><p>Rain is free.</p><cite>The tap</cite></blockquote></figure>
<!-- /wp:pullquote -->

<!-- wp:code -->
<pre class="wp-block-code"><code>for (const bed of beds) {
  water(bed); // ]]&gt; and &lt;b&gt;
}</code></pre>
<!-- /wp:code -->

<!-- wp:preformatted -->
<pre class="wp-block-preformatted">Mon  water<br>Tue  <em>rest</em></pre>
<!-- /wp:preformatted -->

<!-- wp:verse -->
<pre class="wp-block-verse">Rain on the glass,<br>and <em>rain</em> on the grass</pre>
<!-- /wp:verse -->

<!-- wp:columns -->
<div class="wp-block-columns"><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Left</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column -->

<!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Right</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://allotment.example/about/">About us</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->

<!-- wp:file {"id":$tin,"href":"https://allotment.example/wp-content/uploads/2023/04/plan.pdf"} -->
<div class="wp-block-file"><a id="wp-block-file--media-1" href="https://allotment.example/wp-content/uploads/2023/04/plan.pdf">The plan</a><a href="https://allotment.example/wp-content/uploads/2023/04/plan.pdf" class="wp-block-file__button wp-element-button" download aria-describedby="wp-block-file--media-1">Download</a></div>
<!-- /wp:file -->

<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->

<!-- wp:latest-posts /-->

<!-- wp:html -->
<p onclick="alert(1)">Own <abbr title="HyperText">HTML</abbr></p>
<!-- /wp:html -->

<!-- wp:shortcode -->
[opening-hours day="sat"]
<!-- /wp:shortcode -->

<!-- wp:freeform -->
<p>From before</p>
<!-- /wp:freeform -->
HTML;
$add(['post_author'=>$tom,'post_title'=>'Blocks of spring','post_name'=>'blocks-of-spring','post_content'=>$blocks,'post_status'=>'publish','post_date'=>'2023-05-01 18:05:09','post_category'=>[$veg,1],'tags_input'=>['Äpfel','C++']]);
$about = $add(['post_type'=>'page','post_author'=>$ines,'post_title'=>'About','post_name'=>'about','post_content'=>"<!-- wp:paragraph -->\n<p>We share four beds.</p>\n<!-- /wp:paragraph -->",'post_status'=>'publish','post_date'=>'2022-01-02 03:04:05']);
$add(['post_type'=>'page','post_author'=>$ines,'post_parent'=>$about,'post_title'=>'Tools','post_name'=>'tools','post_content'=>"Two spades.\n\nOne fork.",'post_status'=>'publish','post_date'=>'2022-01-02 03:05:00']);
$add(['post_author'=>$ines,'post_title'=>'Not finished','post_content'=>'Half a','post_status'=>'draft']);
$add(['post_author'=>$ines,'post_title'=>'Harvest of 2999','post_name'=>'harvest','post_content'=>'Soon.','post_status'=>'future','post_date'=>'2999-08-01 10:00:00']);
$add(['post_author'=>$ines,'post_title'=>'Where the key is','post_name'=>'the-key','post_content'=>'Under the tin.','post_status'=>'publish','post_password'=>'cabbage','post_date'=>'2023-06-01 10:00:00']);
$add(['post_author'=>$tom,'post_title'=>'For members','post_name'=>'members','post_content'=>'Quietly.','post_status'=>'private','post_date'=>'2023-06-02 10:00:00']);
$add(['post_author'=>$tom,'post_title'=>'Чай','post_name'=>'чай','post_content'=>'Tea with mint.','post_status'=>'publish','post_date'=>'2023-07-03 23:30:00']);
$pending = $add(['post_author'=>$tom,'post_title'=>'Waiting for review','post_content'=>'Please look.','post_status'=>'pending']);
$md = $add(['post_author'=>$tom,'post_title'=>'A short note','post_name'=>'a-note','post_content'=>'A note that <b>sticks</b>.','post_status'=>'publish','post_date'=>'2023-07-04 08:00:00']);
stick_post($md); set_post_format($md, 'aside'); update_post_meta($md, '_yoast_wpseo_metadesc', 'A note about notes.');
ob_start(); export_wp(['content'=>'all']); $xml = ob_get_clean();
file_put_contents($argv[1], $xml);
