// The sample of the addon and the values of Project Settings: a game presses the sample's button, with no option but the token, and the
// service has the coin.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { godot, openGodotProject, sourceOfProject } from '../../../harness/godot.ts';
import { signTestToken, startService } from '../../../harness/service.ts';

const player = 'sample';

/** Plays the sample as a person does, and says where the save lies and what the editor is told of the settings. */
const visitor = `extends Node

func _ready() -> void:
	preload("res://addons/playkeep/settings.gd").register()
	var names := ["playkeep/url", "playkeep/heartbeat_seconds", "playkeep/save_folder"]
	for each: Dictionary in ProjectSettings.get_property_list():
		if each.name in names:
			print("setting ", each.name)
	var sample: Control = load("res://addons/playkeep/sample/sample.tscn").instantiate()
	add_child(sample)
	var earn: Button = sample.get_node("Earn")
	var status: Label = sample.get_node("Status")
	while earn.disabled:
		await get_tree().process_frame
	earn.pressed.emit()
	while status.text != "saved":
		await get_tree().process_frame
	print(sample.get_node("Coins").text)
	print("folder ", DirAccess.dir_exists_absolute("user://elsewhere"))
	get_tree().quit()
`;

test.skipIf(godot === undefined)(
  'the sample plays and saves with the address and folder of Project Settings',
  async () => {
    const service = await startService();
    using project = await openGodotProject();
    project.write('visitor.gd', visitor);
    project.writeScene('visitor');
    project.write('token.txt', `${await signTestToken(player)}\n`);
    const settings = `[playkeep]\n\nurl="${service.url}"\nsave_folder="user://elsewhere"\n`;
    project.write('override.cfg', settings);
    const { output } = await project.run({ scene: 'res://visitor.tscn' });
    expect(output).toContain('Coins: 1');
    expect(output).toContain('folder true');
    for (const name of ['url', 'heartbeat_seconds', 'save_folder'])
      expect(output).toContain(`setting playkeep/${name}`);
    expect(output).not.toMatch(/^(?:SCRIPT |USER )?(?:ERROR|WARNING):/m);
    const { metadata } = (await service.as(player, 'GET', '/api/game/metadata')).body.data;
    expect(metadata).toEqual({ coins: 1 });
    await service.stop();
  },
  180_000,
);

test('the plugin registers the settings of the addon', () => {
  const plugin = readFileSync(join(sourceOfProject, 'addons/playkeep/plugin.gd'), 'utf8');
  expect(plugin).toMatch(/func _enter_tree\(\) -> void:\n\tSettings\.register\(\)/);
});
